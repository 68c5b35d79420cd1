      SUBROUTINE SOLVE( N, A )
*     What CALL NEVER( N ) says in a comment is no call.
      INTEGER            N
      LOGICAL            UPPER, LSAME
      EXTERNAL           LSAME, SCALE
      DOUBLE PRECISION   A( * )
      UPPER = LSAME( 'U',                                               00000070
*     between two lines
     $               N )
      IF( UPPER ) CALL SCALE( N,   ! a comment
     $                        A( 1 ) )
      DO 10 I = 1, N
         CALL NEVER( A( I ) )
   10 CONTINUE
      END
