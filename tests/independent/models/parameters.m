% variables of the sampled loop
gain = 3/2;
