import { Inject } from '@nestjs/common';

/** Address of the database: from the settings, or the embedded server's address once it runs. */
export interface DatabaseUrls {
  /** For requests and jobs. It may lead to a pooler that gives each transaction another session. */
  url: string;
  /** For work that needs its own session: LISTEN, advisory locks, migrations. */
  directUrl: string;
}

export const DIRECT_URL_TOKEN = Symbol('DirectDatabaseUrl');

export const InjectDirectUrl = (): ParameterDecorator => Inject(DIRECT_URL_TOKEN);
