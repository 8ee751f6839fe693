FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/dist/packages/precis ./
RUN mkdir /data && chown node:node /data
USER node
ENV PRECIS_HOME=/data PRECIS_HOST=0.0.0.0 PRECIS_PORT=37777
VOLUME /data
EXPOSE 37777
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:37777/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "bin/precis.cjs", "serve"]
