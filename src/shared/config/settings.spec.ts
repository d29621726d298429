import { readSettings } from './settings.js';

describe('the settings', () => {
  it('have defaults that need nothing', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      ROLE: 'all',
      DATABASE_URL: undefined,
    });
  });

  it('take an empty variable as unset', () => {
    expect(readSettings({ PORT: '', API_KEY: '' })).toMatchObject({ PORT: 3000, API_KEY: undefined });
  });

  it.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '3e3', 'PORT must be a whole number from 0 to 65535.'],
    ['API_KEY', 'short', 'API_KEY must have at least 16 characters.'],
    ['DATA_DIR', 'a\nb', 'DATA_DIR must not contain control characters, such as a line break.'],
    ['ROLE', 'boss', 'ROLE must be one of all, api, worker.'],
    [
      'DATABASE_URL',
      'mysql://x/y',
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database.',
    ],
    [
      'CORS_ORIGINS',
      'https://a.example/path',
      'CORS_ORIGINS must be origins such as https://app.example.com, not "https://a.example/path".',
    ],
    [
      'DATABASE_DIRECT_URL',
      'postgres://db1/foyer',
      'DATABASE_URL must be set, because DATABASE_DIRECT_URL is.',
    ],
    ['MIGRATE', 'yes', 'MIGRATE must be true or false.'],
    ['PUBLIC_URL', 'foyer.example.com', 'PUBLIC_URL must be a URL such as https://files.example.com.'],
    ['PUBLIC_URL', 'https://a.example/?x', 'PUBLIC_URL must be a URL such as https://files.example.com.'],
    ...[
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.256',
      '127.1',
      '0x7f.1',
      'fe80::1%eth0',
      '*.internal',
      'a,,b',
      '1/2/3',
    ].map((value) => [
      'WEBHOOK_ALLOW_PRIVATE',
      value,
      'WEBHOOK_ALLOW_PRIVATE must be addresses, ranges or host names such as 10.0.0.0/8, not "',
    ]),
    [
      'S3_BUCKET',
      'b',
      'S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, and S3_SECRET_KEY must be set, because S3_BUCKET is',
    ],
    ['COMPOSER', 'robot', 'COMPOSER must be one of template, openai.'],
    ['COMPOSER_URL', 'https://me:secret@a.example', 'COMPOSER_URL must be a URL such as'],
    ['COMPOSER_KEY', 'two words', 'COMPOSER_KEY must contain only ASCII characters and no spaces.'],
    ['COMPOSER_TIMEOUT_MS', '9', 'COMPOSER_TIMEOUT_MS must be a whole number from 10 to 290000.'],
    [
      'COMPOSER',
      'openai',
      'COMPOSER_URL must be set, because COMPOSER is openai; COMPOSER_MODEL must be set, because COMPOSER is openai.',
    ],
  ])('refuse %s=%s', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(message);
  });

  it('take addresses, ranges and names that webhooks may reach', () => {
    const { WEBHOOK_ALLOW_PRIVATE } = readSettings({
      WEBHOOK_ALLOW_PRIVATE: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8, hooks.internal,localhost',
    });
    const taken = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'hooks.internal', 'localhost'];
    expect(WEBHOOK_ALLOW_PRIVATE).toEqual(taken);
    expect(readSettings({}).WEBHOOK_ALLOW_PRIVATE).toEqual([]);
  });

  it('know a model by its URL and name, and need no key for it', () => {
    const model = { COMPOSER: 'openai', COMPOSER_URL: 'http://127.0.0.1:11434/v1/', COMPOSER_MODEL: 'tiny' };
    expect(readSettings(model)).toMatchObject({
      ...{ ...model, COMPOSER_URL: 'http://127.0.0.1:11434/v1' },
      ...{ COMPOSER_KEY: undefined, COMPOSER_TIMEOUT_MS: 60_000 },
    });
    expect(readSettings({ ...model, COMPOSER: 'template', COMPOSER_URL: '' }).COMPOSER).toBe('template');
  });

  it('name every bad one at once', () => {
    expect(() => readSettings({ PORT: 'x', ROLE: 'y' })).toThrow(/^PORT must .*; ROLE must .*\.$/);
  });
});
