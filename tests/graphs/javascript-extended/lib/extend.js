module.exports = function extend(protoProps, staticProps) {
  const Parent = this;
  const Child = function () { return Parent.apply(this, arguments); };
  return Child;
};
