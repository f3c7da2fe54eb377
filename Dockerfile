FROM node:22-bookworm-slim AS manifests
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

# The image's own Node runs the server: the root's dependency on one is left out.
FROM manifests AS dependencies
RUN npm ci --omit=dev --workspace=server --workspace=sync && rm -rf node_modules/@ffmpeg-installer

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY server server
COPY sync sync
COPY --from=client /app/client/dist client/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
