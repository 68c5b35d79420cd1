export class Own { go() {} emit() {} handle() {} run() {} make() {} }
export class Other { go() {} }
