FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY site/no-sharp site/no-sharp
# The image has this version of Node.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm rebuild --no-audit --no-fund && rm -r node_modules/node node_modules/.bin/node

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production
ENV SVC_DATABASE=/data/svc.db
ENV SVC_SITE_DIR=/data/site
ENV SVC_MAIL_DIR=/data/mail
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY . .
# After this, nothing is written to the program's folder.
RUN node site/compile.ts && node cli/start/compile.ts && install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# svc handles SIGTERM, so it may be process 1; it first finishes what is under way, which takes as long as a call.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/cli/svc.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
