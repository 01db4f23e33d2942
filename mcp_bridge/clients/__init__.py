"""What is known of the clients that connect: which list each has read, and whether it keeps it."""
