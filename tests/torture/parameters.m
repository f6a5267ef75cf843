% of check_torture
mu = 3;
