"""Node, from a wheel, and the packages of this folder: official JavaScript tooling that the tests play with."""
