import { DomainError } from './errors.js';
import { Lifecycle } from './lifecycle.js';

type Door = 'open' | 'closed' | 'locked';

const door = new Lifecycle<Door>('door', [
  { from: [null, 'open'], to: 'closed', by: 'close' },
  { from: ['closed'], to: 'open', by: 'open' },
  { from: ['closed'], to: 'locked', by: 'lock' },
]);

describe('a lifecycle table', () => {
  it('allows what it lists and nothing else', () => {
    expect(door.step(null, 'closed')).toBe('closed');
    expect(door.allows('open', 'locked')).toBe(false);
    expect(door.allows(null, 'open')).toBe(false);
  });

  it('refuses with a code and with what is allowed', () => {
    const refusal = refusalOf(() => door.step('open', 'locked'));
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'door_open' });
    expect(refusal.detail).toBe("The door is open and can't become locked; it can only become closed.");
    expect(refusalOf(() => door.step('locked', 'open')).detail).toMatch(/this state is final/);
  });

  it('tells from where a state can be reached', () => {
    expect(door.before('closed')).toEqual(['open']);
    expect(door.before('locked')).toEqual(['closed']);
  });

  it('does not come into being with a state that nothing leads to', () => {
    const cut = () =>
      new Lifecycle<Door>('door', [
        { from: [null], to: 'closed', by: 'build' },
        { from: ['open'], to: 'locked', by: 'lock' },
      ]);
    expect(cut).toThrow('The door lifecycle never reaches open, locked.');
  });

  it('draws itself', () => {
    expect(door.diagram()).toContain('[*] --> closed: close\n  open --> closed: close');
  });
});

function refusalOf(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('It was not refused.');
}
