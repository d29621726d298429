/** The rules of the module graph, for dependency-cruiser. Each has a planted violation in boundaries.spec.ts. */

/** Code that handles requests itself. The site and the console do so without controllers: their pages are not JSON. */
const SPEAKS_HTTP = [
  '^src/modules/.+\\.(controller|module|router)\\.ts$',
  '^src/modules/site/sending/(send-answer|send-file|cached-page-sender)\\.ts$',
  '^src/modules/console/(request-guards\\.ts|send-screen\\.tsx|send-file\\.ts)$',
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'What depends on each other is one thing, or one of the two arrows is wrong.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycle-between-folders',
      comment: 'Of two folders, one is built on the other, so that a reader knows which to open first.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    // The rule above does not compare a folder with its subfolders.
    ...[0, 1, 2, 3, 4, 5].map((depth) => ({
      name: 'no-import-from-the-folder-above',
      comment: 'A folder is built on the folders inside it, never the other way round.',
      severity: 'error',
      from: { path: `^(src${'/[^/]+'.repeat(depth)})/[^/]+/` },
      to: { path: '^$1/[^/]+$' },
    })),
    {
      name: 'only-through-the-door',
      comment: 'Another module is entered through its index.ts alone, so that its inside can change.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/([^/]+)/', pathNot: ['^src/modules/$1/', '/index\\.ts$'] },
    },
    {
      name: 'application-uses-the-door',
      comment: 'The application, too, sees of a module what its index.ts shows.',
      severity: 'error',
      from: { path: '^src/(?!modules/|shared/)' },
      to: { path: '^src/modules/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'shared-knows-no-module',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(?!shared/)' },
    },
    {
      name: 'console-is-a-client',
      comment: 'What the console knows and does, it asks the API for: so each client can do the same.',
      severity: 'error',
      from: { path: '^src/modules/console/' },
      to: {
        path: ['^src/', '(^|/)node_modules/(@mikro-orm|pg|pg-boss)/'],
        pathNot: [
          '^src/modules/console/',
          '^src/shared/(config|kernel|secrets)/',
          '^src/shared/http/(server|problems)/',
          '^src/shared/(foyer-module|auth/client-network|answers/csv)\\.ts$',
        ],
      },
    },
    {
      name: 'embedded-postgres-stands-alone',
      comment: 'The server that comes along is a thing of its own, which could be a package.',
      severity: 'error',
      from: { path: '^src/embedded-postgres/' },
      to: { path: '^src/(?!embedded-postgres/)' },
    },
    {
      name: 'modules-know-no-application',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/(?!modules/|shared/)' },
    },
    {
      name: 'kernel-knows-no-framework',
      comment: 'The kernel is plain TypeScript: it can be read, and run, without anything around it.',
      severity: 'error',
      from: { path: '^src/shared/kernel/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: ['^src/shared/kernel/', '(^|/)node_modules/(uuidv7|any-ascii)/', '^(node:)?(crypto|url)$'],
      },
    },
    {
      name: 'services-know-no-http',
      comment: 'What a service answers is data; how it looks on the wire is for controllers and routers.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: SPEAKS_HTTP },
      to: { path: ['^src/shared/http/', '(^|/)node_modules/(@types/)?express'] },
    },
    {
      name: 'services-use-nothing-that-speaks-http',
      comment: 'Else a service would speak HTTP by a detour.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: [...SPEAKS_HTTP, '/index\\.ts$'] },
      to: { path: SPEAKS_HTTP },
    },
    {
      name: 'entities-know-no-dto',
      comment: 'What is stored must not change because something changes on the wire; nor by a detour.',
      severity: 'error',
      from: { path: '\\.(entity|lifecycle|migration)\\.ts$' },
      to: { path: '\\.dto\\.ts$', reachable: true },
    },
    {
      name: 'webhooks-calling-stands-alone',
      comment:
        'How to call a stranger safely is a thing of its own: it knows no subscription and no delivery.',
      severity: 'error',
      from: { path: '^src/modules/webhooks/calling/' },
      to: { path: '^src/modules/', pathNot: '^src/modules/webhooks/calling/' },
    },
    {
      name: 'private-parts-in-one-file',
      comment:
        'What a library does not document is used in its `-internals.ts`, whose spec watches upgrades.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/shared/libraries/.+-internals\\.ts$' },
      to: {
        path: '(^|/)node_modules/(pg/lib/|class-transformer/cjs/storage|class-validator/types/|@nestjs/common/(constants|enums/))',
        pathNot: '(^|/)node_modules/(pg/lib/index|class-validator/types/index)\\.',
      },
    },
    {
      name: 'libvips-in-its-own-process',
      comment: 'A crash of native code ends the process that decodes pictures, never the service.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/shared/pictures/picture-process\\.ts$' },
      to: { path: ['(^|/)node_modules/sharp/', '^src/shared/pictures/picture-process\\.ts$'] },
    },
    {
      name: 'client-knows-only-itself',
      comment:
        'The client is a program of its own, which runs elsewhere: it knows the API by its document, and has no dependencies.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: '^packages/client/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'client-runs-anywhere',
      comment: 'Browsers and workers have nothing of Node; what needs it is an entrance of its own.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '^packages/client/src/file-from-path\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'client-through-its-package',
      comment: 'What uses the client, uses what is packed.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/client/(src|tools)/' },
    },
    {
      name: 'only-the-console-is-a-client',
      comment:
        'The console and the commands that call the API use the client; nothing else in the service calls itself.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(modules/console/|cli/api-commands\\.ts$)' },
      to: { path: ['^packages/', '(^|/)node_modules/@foyer/'] },
    },
    {
      name: 'api-commands-know-only-the-client',
      comment:
        'They run on any machine: what they know of the service, the client told them; the program hands them its terminal.',
      severity: 'error',
      from: { path: '^packages/commands/src/' },
      to: {
        pathNot: [
          '^packages/commands/src/',
          '(^|/)packages/client/dist/',
          '(^|/)node_modules/(commander|@foyer/client)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'mcp-knows-only-the-client',
      comment:
        'An agent can do what a key can do over HTTP, and nothing else. The SDK and its schemas are used nowhere else.',
      severity: 'error',
      from: { path: '^packages/mcp/src/' },
      to: {
        pathNot: [
          '^packages/mcp/src/',
          '(^|/)packages/client/(dist/|package\\.json$)',
          '(^|/)node_modules/(@foyer/client|@modelcontextprotocol/sdk|zod)/',
          // As they are called where they are not installed.
          '^(@modelcontextprotocol/sdk/|zod$)',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'modules-ask-for-their-tenant',
      comment: 'A bare connection would see all tenants; modules have the entity manager and prepared reads.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '(^|/)node_modules/(pg|kysely|pg-boss)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
