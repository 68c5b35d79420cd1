       01  A-RECORD PIC X.
