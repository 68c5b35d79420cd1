class FileList { refresh() {} }
FileList.factory = function (config) { return new FileList(config); };
module.exports = FileList;
