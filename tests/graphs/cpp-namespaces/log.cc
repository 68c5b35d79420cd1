#include "log.h"
namespace log {
void Writer::Add() {}
void open(int n) {}
namespace {
void hidden() {}
}
}
void Cursor::Next() {}
