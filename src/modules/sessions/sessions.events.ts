export const sessionEvents = ['session.recorded', 'session.computed'] as const;
