# The server in a container. docs/hosting.md § Docker says how to run it; compose.yaml adds PostgreSQL.
#
#   docker build --tag tablee .
#   docker run --detach --publish 127.0.0.1:8000:8000 --volume tablee:/data --read-only tablee

# The pages: the only stage that needs Node.
FROM node:22-bookworm-slim AS pages
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm install
COPY docs/rules/ /build/docs/rules/
COPY web/ ./
RUN npm run build

# The wheel with the pages in it and the bots compiled, and all that it needs, in the versions of constraints.txt.
# This image has a compiler; the last one is the same Python and the same Debian without it.
FROM python:3.13-bookworm AS wheels
WORKDIR /build
COPY constraints.txt ./
RUN pip install --no-cache-dir --constraint constraints.txt pip
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src/ src/
COPY docs/rules/ docs/rules/
COPY --from=pages /build/src/tablee/server/web/ src/tablee/server/web/
RUN pip wheel --no-cache-dir --constraint constraints.txt --build-constraint constraints.txt --wheel-dir /wheels .

# What runs: Python, the wheels, a user who owns nothing but the data.
FROM python:3.13-slim-bookworm
RUN --mount=type=bind,from=wheels,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels /wheels/tablee-*.whl \
    && groupadd --gid 10001 tablee \
    && useradd --uid 10001 --gid tablee --no-create-home --home-dir /data --shell /usr/sbin/nologin tablee \
    && install --directory --owner tablee --group tablee --mode 0700 /data
# Everything may come in from outside the container; who may is for the port that is published, and for TABLEE_HOSTS.
ENV TABLEE_HOST=0.0.0.0 \
    TABLEE_PORT=8000 \
    TABLEE_DATA=/data \
    PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["tablee", "healthy"]
# No shell in between: SIGTERM reaches the server, which then writes down what is pending.
ENTRYPOINT ["tablee"]
CMD ["serve"]
