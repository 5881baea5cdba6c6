mod bounds;
mod keys;
mod lanes;
mod reference;
mod sets;
