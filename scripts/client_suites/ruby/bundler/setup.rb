# The machine has the gems: nothing is set up.
