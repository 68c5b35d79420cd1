// the browser's own, which comes from no package
export const page = new Worker('mails');
