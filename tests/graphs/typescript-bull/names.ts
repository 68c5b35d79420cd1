export const MAILS = 'letters';
