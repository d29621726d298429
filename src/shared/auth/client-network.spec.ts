import { networkOf } from './client-network.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0001::9%eth0', '2001:db8:1:0'],
  ['[2001:db8:1:2::3]:4711', '2001:db8:1:2'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::1', '0:0:0:0'],
  ['', 'unknown'],
  ['somebody', 'unknown'],
])('a visitor from %j is counted as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
