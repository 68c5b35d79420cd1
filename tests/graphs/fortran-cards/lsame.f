      LOGICAL FUNCTION LSAME( CA, CB )
      CHARACTER          CA, CB
      LSAME = CA.EQ.CB
      END
C     In the same file
      SUBROUTINE SCALE( N, A )
      END
