import { SCHEMAS } from '#built/application/modules.js';
import { readSettings } from '#built/shared/config/settings.js';
import { ormOptions } from '#built/shared/database/schema/orm-options.js';

/** For the tools of the ORM: `npm run -s orm` starts them with DATABASE_URL set, also to the embedded database. */
const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = readSettings(process.env);
if (DATABASE_DIRECT_URL === undefined) throw new Error('Use npm run -s orm, or set DATABASE_URL.');

export default ormOptions({ url: DATABASE_DIRECT_URL, schemas: SCHEMAS });
