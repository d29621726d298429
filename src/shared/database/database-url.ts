import { Inject } from '@nestjs/common';

/** Where the database really is: DATABASE_URL, or the embedded server's address once it runs. */
export const DATABASE_URL_TOKEN = Symbol('DatabaseUrl');

export const InjectDatabaseUrl = (): ParameterDecorator => Inject(DATABASE_URL_TOKEN);
