// Declarations define nothing that runs.
process.exit();
helper();
