<?php
interface Many extends
  \Shop\P1\I1,
  \Shop\P2\I2,
  \Shop\P3\I3,
  \Shop\P4\I4,
  \Shop\P5\I5,
  \Shop\P6\I6,
  \Shop\P7\I7,
  \Shop\P8\I8,
  \Shop\P9\I9,
  \Shop\Last {}
