FROM base
COPY --from=build /a /b
