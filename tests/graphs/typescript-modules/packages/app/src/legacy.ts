function old() {}
export = { old }
