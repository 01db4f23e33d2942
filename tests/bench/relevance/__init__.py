"""Whether searches find what people mean: judged searches on the demo board, and what is counted about them."""
