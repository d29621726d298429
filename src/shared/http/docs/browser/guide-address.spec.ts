import { atAddress } from './guide-address.js';

const CODE = 'API=http://127.0.0.1:3000';

it.each(['http://127.0.0.1:4600', 'https://foyer.example', 'http://[::1]:4600'])(
  'shows the address %s of the guide in its code',
  (origin) => expect(atAddress(CODE, origin)).toBe(`API=${origin}`),
);

it.each(['http://$(reboot).example', 'http://a;reboot', 'null'])(
  'shows no address that a shell obeys: %s',
  (origin) => expect(atAddress(CODE, origin)).toBe(CODE),
);
