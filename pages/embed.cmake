# cmake -DIN=file -DNAME=pg_asset_x -DOUT=file.c -P embed.cmake: a file as an array of C
file(READ "${IN}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
file(WRITE "${OUT}" "#include \"assets.h\"\nstatic const unsigned char bytes[] = {\n${bytes}0};\nconst pg_asset ${NAME} = {bytes, sizeof bytes - 1};\n")
