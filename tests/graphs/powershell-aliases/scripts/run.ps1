step
Save
near
mock
declared
ended
held
kept
