greet nobody sourced it
