"""Simulation time as the topic /clock of ROS 2."""
