export const ACTOR_TYPES = ['api_key', 'job', 'command', 'form', 'service'] as const;

/** Who makes a change: a key, a job, a command of the operator, a visitor with a form, or the service by itself. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  /** The id of the key or the form, or the name of the job or the command. */
  id: string;
  /** The name of the key. */
  name: string | null;
  /** The network of the caller's address. */
  network: string | null;
  requestId: string | null;
}

/** An actor that sends no request with a key. */
export function actorNamed(type: Actor['type'], id: string): Actor {
  return { type, id, name: null, network: null, requestId: null };
}

/** The service itself, such as at its first start. */
export const SERVICE = actorNamed('service', 'foyer');
