"""What is compiled before a law can run, how much of it is left, and how long it takes."""
