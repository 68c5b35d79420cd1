      SUBROUTINE FOO(A, B)
      INTEGER A, B
      CALL BAR(A,
     &         B)
      RETURN
      END
      FUNCTION (
