import pretty from 'pino-pretty';

export const pinoPretty = () =>
  pretty({
    colorize: true,
    singleLine: true,
    ignore: 'hostname,pid',
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['error'],
  });
