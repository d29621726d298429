import { ConsoleAddress, consolePortOf, isLoopbackName } from './console-address.js';
import { readSettings } from './settings.js';

const DATABASE_URL = 'postgres://u:p@db1/foyer';
const CONSOLE_URL = 'https://console.example.com';

const portWith = (environment: NodeJS.ProcessEnv) => consolePortOf(readSettings(environment));
const refusalOf = (environment: NodeJS.ProcessEnv) => {
  try {
    readSettings(environment);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the port of the console', () => {
  it('is the second after that of the API, next to the embedded database', () => {
    expect(portWith({})).toBe(3002);
    expect(portWith({ PORT: '4000' })).toBe(4002);
    expect(portWith({ PORT: '0' })).toBe(0);
    expect(portWith({ CONSOLE_PORT: 'off' })).toBe('off');
  });

  it('must be asked for with another database', () => {
    expect(portWith({ DATABASE_URL })).toBe('off');
    expect(portWith({ DATABASE_URL, CONSOLE_URL })).toBe(3002);
    expect(portWith({ DATABASE_URL, CONSOLE_PORT: '9000' })).toBe(9000);
  });

  it.each([
    [{ PORT: '65534' }, 'CONSOLE_PORT must be set, because there is no second port after PORT.'],
    [{ SITE_PORT: '3002' }, 'CONSOLE_PORT must differ from SITE_PORT; it is 3002.'],
    [{ CONSOLE_PORT: '3001' }, 'CONSOLE_PORT must differ from SITE_PORT; it is 3001.'],
    [{ CONSOLE_PORT: '3000' }, 'CONSOLE_PORT must differ from PORT; it is 3000.'],
    [{ PORT: '65534', DATABASE_URL }, undefined],
    [{ PORT: '65534', CONSOLE_PORT: 'off' }, undefined],
    [{ SITE_PORT: 'off', CONSOLE_PORT: '3001' }, undefined],
  ])('is checked: %j', (environment, refusal) => expect(refusalOf(environment)).toBe(refusal));
});

describe('the public URL of the console', () => {
  const plain = 'CONSOLE_URL must begin with https://, unless it is on this machine.';
  const shared = (name: string) =>
    `CONSOLE_URL must have another host name than ${name}, because browsers share cookies between ports.`;
  it.each([
    [{ CONSOLE_URL: 'http://console.example.com' }, plain],
    [{ CONSOLE_URL, SITE_URL: 'https://console.example.com:8443' }, shared('SITE_URL')],
    [{ CONSOLE_URL, PUBLIC_URL: 'http://console.example.com' }, shared('PUBLIC_URL')],
    [{ CONSOLE_URL, SITE_URL: 'https://pages.example.com' }, undefined],
    [{ CONSOLE_URL: 'http://localhost:3002', SITE_URL: 'http://localhost:3001' }, undefined],
    [{ CONSOLE_PORT: 'off', CONSOLE_URL: 'http://console.example.com' }, undefined],
  ])('is checked: %j', (environment, refusal) => expect(refusalOf(environment)).toBe(refusal));

  it('and the names of this machine are its only hosts', () => {
    const address = new ConsoleAddress(readSettings({ CONSOLE_URL }));
    expect(address.originAt('console.example.com')).toBe(CONSOLE_URL);
    expect(address.originAt('localhost:3002')).toBe('http://localhost:3002');
    for (const host of [
      '',
      'example.com',
      'console.example.com:3002',
      'localhost@example.com',
      'localhost/x',
    ])
      expect(address.originAt(host)).toBeUndefined();
  });

  it('is the origin of the frames with previews', () => {
    expect(new ConsoleAddress(readSettings({ CONSOLE_URL })).origins).toEqual([CONSOLE_URL]);
    expect(new ConsoleAddress(readSettings({ CONSOLE_PORT: 'off' })).origins).toEqual([]);
    const local = new ConsoleAddress(readSettings({}));
    local.listensOn('http://127.0.0.1:4711');
    expect(local.origins).toEqual(['http://127.0.0.1:4711', 'http://localhost:4711']);
  });
});

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['128.0.0.1', false],
  ['localhost.example.com', false],
])('%s leads to this machine: %s', (name, leads) => expect(isLoopbackName(name)).toBe(leads));
