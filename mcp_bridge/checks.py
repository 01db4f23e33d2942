"""System checks of the bridge."""
