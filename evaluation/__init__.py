"""Measures of motions and baked rigs, and the rigs, clips and footprints that they are taken on."""
