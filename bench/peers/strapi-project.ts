/** The minimal project of Strapi; its settings come from the environment. */
export const STRAPI_FILES: Record<string, string> = {
  'config/server.js': `module.exports = ({ env }) => ({
    host: '127.0.0.1', port: 0, app: { keys: [env('SECRET')] }, logger: { updates: { enabled: false } },
  });`,
  'config/admin.js': `module.exports = ({ env }) => ({
    auth: { secret: env('SECRET') },
    apiToken: { salt: env('SECRET') },
    transfer: { token: { salt: env('SECRET') } },
    serveAdminPanel: false,
  });`,
  'config/database.js': `module.exports = ({ env }) => ({
    connection: {
      client: 'postgres',
      connection: { connectionString: env('DATABASE_URL') },
      pool: { min: 2, max: env.int('DATABASE_POOL_MAX') },
    },
  });`,
  'config/middlewares.js': `module.exports = [
    'strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy',
    'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public',
  ];`,
  'src/index.js': `module.exports = {
    async bootstrap({ strapi }) {
      const accessKey = strapi.service('admin::api-token').hash(process.env.TOKEN);
      const data = { name: 'bench', description: '', type: 'full-access', kind: 'content-api', accessKey };
      await strapi.db.query('admin::api-token').create({ data });
      strapi.server.httpServer.once('listening', () => {
        const { port } = strapi.server.httpServer.address();
        console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port }));
      });
    },
  };`,
  'src/api/person/content-types/person/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'persons',
    info: { singularName: 'person', pluralName: 'persons', displayName: 'Person' },
    options: { draftAndPublish: false },
    attributes: Object.fromEntries(
      ['name', 'slug', 'email', 'domain', 'phone_number', 'linkedin_profile_url'].map((field) => [
        field,
        { type: 'string' },
      ]),
    ),
  }),
  ...Object.fromEntries(
    [
      ['routes', 'Router'],
      ['controllers', 'Controller'],
      ['services', 'Service'],
    ].map(([folder, kind]) => [
      `src/api/person/${folder}/person.js`,
      `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::person.person');`,
    ]),
  ),
};
