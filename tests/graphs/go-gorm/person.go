package people

import "gorm.io/gorm"

type OrderItem struct {
	gorm.Model
}

type Person struct {
	gorm.Model
}

func (Person) TableName() string { return "people" }

type Plain struct{ Name string }
