package store

import (
	sq "github.com/Masterminds/squirrel"
	"gorm.io/gorm"
)

func List(db *gorm.DB)   { db.Table("users").Where("id = ?", 1).Find(nil) }
func Change(db *gorm.DB) { db.Table("users").Where("id = ?", 1).Update("email", "x") }
func Built()             { sq.Select("id").From("users") }
func Insert()            { sq.Insert("users").Columns("id") }
func Own(t Furniture)    { t.Table("users") }
