package shop;

@interface Own { String value(); }
