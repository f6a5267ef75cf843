/* reading an FMU's archive, with bounds on numbers, sizes and ratios that an FMU never comes near.
 * A name that would leave the folder is refused. */
#define _POSIX_C_SOURCE 200809L
#include "common/zip_part.h"
#include "fmu/archive.h"
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#define MOST_FILES 100000
#define MOST_BYTES ((zip_uint64_t)4 << 30)  /* of everything that is unpacked */
#define RATIO_FREE ((zip_uint64_t)64 << 20) /* below this size any ratio is harmless */
#define RATIO      300

struct fmu_archive {
    zip_t *zip;
    zip_uint64_t packed; /* size of the file */
    zip_uint64_t unpacked;
    char path[FMU_PATH_SIZE];
    char folder[FMU_PATH_SIZE];
};

mr_status fmu_archive_open(const char *path, fmu_archive **opened, mr_message *message) {
    *opened = NULL;
    struct stat info;
    if (strlen(path) >= FMU_PATH_SIZE || stat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
        mr_message_set(message, "there is no file '%.300s'", path);
        return MR_ERR_SLAVE_OPEN;
    }
    fmu_archive *archive = calloc(1, sizeof *archive);
    if (!archive)
        return mr_no_memory(message);
    snprintf(archive->path, sizeof archive->path, "%s", path);
    archive->packed = (zip_uint64_t)info.st_size;
    int code = 0;
    archive->zip = zip_open(path, ZIP_RDONLY, &code);
    if (!archive->zip) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        mr_message_set(message,
                       "'%.200s' cannot be read as a zip archive, which an FMU or SSP is (%.150s)",
                       path, zip_error_strerror(&error));
        zip_error_fini(&error);
        free(archive);
        return MR_ERR_SLAVE_OPEN;
    }
    if (zip_get_num_entries(archive->zip, 0) > MOST_FILES) {
        mr_message_set(message, "'%.300s' holds more than %d files", path, MOST_FILES);
        fmu_archive_close(archive);
        return MR_ERR_SLAVE_OPEN;
    }
    *opened = archive;
    return MR_OK;
}

static mr_status check_bomb(fmu_archive *archive, const zip_stat_t *stat, zip_uint64_t most,
                            mr_message *message) {
    const zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
    const char *wrong = NULL;
    if ((stat->valid & needed) != needed)
        wrong = "has no size";
    else if (stat->size > most || archive->unpacked + stat->size > MOST_BYTES)
        wrong = "is too large when unpacked";
    else if (stat->size > RATIO_FREE && stat->size / RATIO > stat->comp_size)
        wrong = "is compressed more than 300 times, which no honest file is";
    else if (archive->unpacked + stat->size > RATIO_FREE &&
             (archive->unpacked + stat->size) / RATIO > archive->packed)
        wrong = "makes more of the archive than 300 times its size, which no honest file does";
    if (wrong) {
        mr_message_set(message, "%.200s: '%.150s' inside %s", archive->path, stat->name, wrong);
        return MR_ERR_SLAVE_OPEN;
    }
    archive->unpacked += stat->size;
    return MR_OK;
}

static mr_status damaged(const fmu_archive *archive, const char *name, mr_message *message) {
    zip_error_t *error = zip_get_error(archive->zip);
    mr_message_set(message, "%.200s: '%.150s' inside is damaged (%.80s)", archive->path, name,
                   zip_error_code_zip(error) != ZIP_ER_OK ? zip_strerror(archive->zip)
                                                          : "it is not as long as it should be");
    return MR_ERR_SLAVE_OPEN;
}

/* does the name inside begin with the path? Some archives come from elsewhere: "\\" for "/" */
static bool leads_to(const char *name, const char *path) {
    if (name[0] == '.' && (name[1] == '/' || name[1] == '\\'))
        name += 2;
    for (; *path; name++, path++)
        if (*name != *path && !(*name == '\\' && *path == '/'))
            return false;
    return path[-1] == '/' || !*name;
}

/* the file, or the first of a folder (a path that ends in "/"); -1: there is none */
static zip_int64_t locate(fmu_archive *archive, const char *path) {
    const zip_int64_t count = *path ? zip_get_num_entries(archive->zip, 0) : 0;
    for (zip_int64_t i = 0; i < count; i++) {
        const char *name = zip_get_name(archive->zip, (zip_uint64_t)i, 0);
        if (name && leads_to(name, path))
            return i;
    }
    return -1;
}

mr_status fmu_archive_read(fmu_archive *archive, const char *name, size_t most, char **text,
                           size_t *size, mr_message *message) {
    *text = NULL;
    *size = 0;
    const zip_int64_t index = locate(archive, name);
    if (index < 0)
        return MR_OK;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive->zip, (zip_uint64_t)index, 0, &stat) != 0)
        return damaged(archive, name, message);
    MR_TRY(check_bomb(archive, &stat, most, message));
    const size_t bytes = (size_t)stat.size;
    char *buffer = malloc(bytes + 1);
    zip_file_t *file = zip_fopen_index(archive->zip, (zip_uint64_t)index, 0);
    const bool good = buffer && file && cm_zip_read_whole(file, buffer, bytes);
    if (file)
        zip_fclose(file);
    if (!good) {
        free(buffer);
        return damaged(archive, name, message);
    }
    *text = buffer;
    *size = bytes;
    return MR_OK;
}

int fmu_archive_holds(fmu_archive *archive, const char *path) {
    return locate(archive, path) >= 0;
}

int fmu_archive_count(fmu_archive *archive, const char *folder, const char *ending, char *name,
                      size_t size) {
    int count = 0;
    const zip_int64_t entries = zip_get_num_entries(archive->zip, 0);
    for (zip_int64_t i = 0; i < entries; i++) {
        const char *path = zip_get_name(archive->zip, (zip_uint64_t)i, 0);
        if (!path || !leads_to(path, folder))
            continue;
        path += strlen(folder) + (path[0] == '.' && (path[1] == '/' || path[1] == '\\') ? 2 : 0);
        const size_t length = strlen(path), tail = strlen(ending);
        if (strpbrk(path, "/\\") || length <= tail || strcmp(path + length - tail, ending) != 0)
            continue;
        if (count++ == 0)
            snprintf(name, size, "%.*s", (int)(length - tail), path);
    }
    return count;
}

/* inside the folder, whatever the name says: no root, no drive, no way up */
static bool is_safe(const char *name) {
    if (!*name || *name == '/' || name[1] == ':' || strlen(name) > 1024)
        return false;
    for (const char *part = name;;) {
        const size_t length = strcspn(part, "/");
        if (length > 255 || (length == 2 && part[0] == '.' && part[1] == '.'))
            return false;
        for (size_t i = 0; i < length; i++)
            if ((unsigned char)part[i] < 0x20)
                return false;
        if (!part[length])
            return true;
        part += length + 1;
    }
}

static bool begins_with(const char *text, const char *begin) {
    return strncmp(text, begin, strlen(begin)) == 0;
}

static bool is_wanted(const char *name, const char *platform) {
    if (begins_with(name, "documentation/"))
        return false;
    if (begins_with(name, "sources/"))
        return !platform;
    if (!begins_with(name, "binaries/") || !platform)
        return !begins_with(name, "binaries/");
    const char *folder = name + strlen("binaries/");
    const size_t length = strlen(platform);
    return strncmp(folder, platform, length) == 0 && folder[length] == '/';
}

/* 0, or errno */
static int write_all(int out, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t put = write(out, bytes, size);
        if (put == 0 || (put < 0 && errno != EINTR))
            return put == 0 ? ENOSPC : errno;
        bytes += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return 0;
}

static mr_status write_file(fmu_archive *archive, zip_uint64_t index, const char *target,
                            const zip_stat_t *stat, mr_message *message) {
    zip_file_t *file = zip_fopen_index(archive->zip, index, 0);
    if (!file)
        return damaged(archive, stat->name, message);
    (void)unlink(target); /* twice in the archive: the later one */
    const int out = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0700);
    zip_uint64_t total = 0;
    zip_int64_t got = 0;
    int why = out >= 0 ? 0 : errno;
    char buffer[1 << 14];
    while (!why && total <= stat->size && (got = zip_fread(file, buffer, sizeof buffer)) > 0) {
        total += (zip_uint64_t)got;
        why = write_all(out, buffer, (size_t)got);
    }
    if (out >= 0 && close(out) != 0 && !why)
        why = errno;
    mr_status status = MR_OK;
    if (why) {
        mr_message_set(message, "%.200s: '%.100s' cannot be unpacked to '%.100s': %s",
                       archive->path, stat->name, target, strerror(why));
        status = MR_ERR_SLAVE_OPEN;
    } else if (got < 0 || total != stat->size) {
        status = damaged(archive, stat->name, message);
    }
    zip_fclose(file);
    return status;
}

static mr_status unpack_entry(fmu_archive *archive, zip_uint64_t index, const char *platform,
                              mr_message *message) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive->zip, index, 0, &stat) != 0 || !(stat.valid & ZIP_STAT_NAME))
        return damaged(archive, "?", message);
    char name[1100];
    snprintf(name, sizeof name, "%s", stat.name);
    for (char *c = name; *c; c++) /* some archives come from elsewhere */
        if (*c == '\\')
            *c = '/';
    if (strlen(stat.name) > 1024 || !is_safe(name)) {
        mr_message_set(message, "%.200s: '%.150s' inside would be unpacked outside its folder",
                       archive->path, stat.name);
        return MR_ERR_SLAVE_OPEN;
    }
    if (!is_wanted(name, platform))
        return MR_OK;
    char target[FMU_PATH_SIZE + 1200];
    snprintf(target, sizeof target, "%s/%s", archive->folder, name);
    const bool folder = name[strlen(name) - 1] == '/';
    MR_TRY(folder ? MR_OK : check_bomb(archive, &stat, MOST_BYTES, message));
    if (!fmu_folder_make_parents(archive->folder, target)) {
        mr_message_set(message, "%.200s: no folder can be made for '%.150s'", archive->path, name);
        return MR_ERR_SLAVE_OPEN;
    }
    return folder ? MR_OK : write_file(archive, index, target, &stat, message);
}

void fmu_archive_share_bounds(fmu_archive *archive, const fmu_archive *before) {
    archive->packed += before->packed;
    archive->unpacked += before->unpacked;
}

mr_status fmu_archive_unpack(fmu_archive *archive, const char *platform, mr_message *message) {
    mr_status status = fmu_folder_make(archive->folder, sizeof archive->folder, message);
    const zip_int64_t count = zip_get_num_entries(archive->zip, 0);
    for (zip_int64_t i = 0; status == MR_OK && i < count; i++)
        status = unpack_entry(archive, (zip_uint64_t)i, platform, message);
    /* the place of the resources is told to every FMU, so it had better be there */
    char resources[FMU_PATH_SIZE + 16];
    snprintf(resources, sizeof resources, "%s/resources/", archive->folder);
    if (status == MR_OK)
        (void)fmu_folder_make_parents(archive->folder, resources);
    return status;
}

const char *fmu_archive_folder(const fmu_archive *archive) {
    return archive->folder;
}

void fmu_archive_close(fmu_archive *archive) {
    if (!archive)
        return;
    if (archive->zip)
        zip_discard(archive->zip);
    if (archive->folder[0])
        fmu_folder_remove(archive->folder);
    free(archive);
}
