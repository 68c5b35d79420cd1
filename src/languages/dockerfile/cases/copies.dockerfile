FROM alpine AS a
FROM alpine:3 AS b
COPY --from=a /x /y
COPY --from=nginx:latest /etc/nginx /n
COPY --from=0 /x /z
FROM a
