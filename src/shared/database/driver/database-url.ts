import { Inject } from '@nestjs/common';

/** Where the database is: as the settings say, or the embedded server's address once it runs. */
export interface DatabaseUrls {
  /** For requests and jobs. It may lead to a pooler that gives each transaction another session. */
  url: string;
  /** For what needs a session of its own: LISTEN, advisory locks, migrations. */
  directUrl: string;
}

export const DIRECT_URL_TOKEN = Symbol('DirectDatabaseUrl');

export const InjectDirectUrl = (): ParameterDecorator => Inject(DIRECT_URL_TOKEN);
