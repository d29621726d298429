export type Device = 'phone' | 'tablet' | 'desktop';

/** The kind of device, by the width of the browser window in CSS pixels. */
export function deviceOf(width: number): Device {
  if (width < 600) return 'phone';
  return width < 1024 ? 'tablet' : 'desktop';
}
