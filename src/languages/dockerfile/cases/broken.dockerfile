FROM
ARG
COPY --from= x y
RUN
