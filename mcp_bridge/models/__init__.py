"""What a conversation leaves behind."""
