// One more process that uses the embedded server: reports what it got, stops on demand.
const [modulePath, dataDir] = process.argv.slice(2);
const { startEmbeddedServer } = await import(modulePath);

try {
  const server = await startEmbeddedServer({ dataDir, settings: { fsync: 'off' } });
  process.once('message', () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  process.send({ url: server.url });
} catch (error) {
  process.send({ failure: error.message }, () => process.exit(1));
}
